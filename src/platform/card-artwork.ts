export const imageSize = { width: 1200, height: 630 };

export const shareCardColors = { paper: '#fbfaf8', ink: '#1f1a17', muted: '#655c55' };

const logo = `
  <path d="M9 8.5h14v15H9z" fill="#fbece7"/>
  <path d="M9 12.5l14-2.5M9 16.5l14-2.5M9 20.5l14-2.5M9 23.5l14-1.5" stroke="#c8391b" stroke-width="2" stroke-linecap="round"/>
  <rect x="5" y="4" width="22" height="5" rx="2.5" fill="#1f1a17"/>
  <rect x="5" y="23" width="22" height="5" rx="2.5" fill="#1f1a17"/>`;

export const shareCardArtwork = `
<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" fill="none">
  <path d="M150 156C184 156 178 176 182 186S190 206 216 206H1068A60 60 0 0 1 1128 266V506A60 60 0 0 1 1068 566H72"
    stroke="#dd7a63" stroke-width="5" stroke-linecap="round"/>
  <g transform="translate(56 52) scale(4)">${logo}</g>
</svg>`;
