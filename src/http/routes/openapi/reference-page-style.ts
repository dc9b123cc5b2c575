/** The colors repeat those in `web/styles.css`; openapi-routes.test.ts compares them. */
export const referencePageStyle = `
:root{color-scheme:light dark;--paper:#fbfaf8;--surface:#ffffff;--ink:#1f1a17;--muted:#655c55;--line:#e3ddd6;--accent:#c8391b}
@media (prefers-color-scheme:dark){:root{--paper:#161311;--surface:#1f1b18;--ink:#f5f0eb;--muted:#b3a79d;--line:#38312c;--accent:#ff8d6c}}
*{box-sizing:border-box}
html{scroll-padding-block-start:1.5rem;text-size-adjust:100%}
body{margin:0 auto;max-width:52rem;padding:1rem clamp(1rem,4vw,2rem) 4rem;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
::selection{background:var(--accent);color:var(--paper)}
header a{display:inline-block;padding-block:.6rem;color:var(--ink);font-weight:700;text-decoration:none}
h1{margin:1.5rem 0 .5rem;font-size:clamp(2.25rem,6vw,3rem);line-height:1.1;letter-spacing:-.02em}
h2{margin:0;font-size:1.25rem;line-height:1.3;letter-spacing:-.01em}
h2 b,nav b{color:var(--accent);font-size:.8em;letter-spacing:.04em}
h3{margin:1.75rem 0 .5rem;font-size:.95rem;color:var(--muted)}
.intro{max-width:38rem;font-size:1.125rem;color:var(--muted)}
.summary{margin:.35rem 0 0;font-weight:600}
nav ul{margin:2rem 0 0;padding:0;list-style:none}
nav a{display:block;padding:.5rem 0;color:var(--ink);text-decoration:none}
nav a:hover{color:var(--accent)}
section{margin-top:3.5rem;padding-top:2rem;border-top:1px solid var(--line)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875rem}
pre{margin:.5rem 0 0;padding:1rem 1.25rem;background:var(--surface);border:1px solid var(--line);border-radius:.75rem;line-height:1.55;white-space:pre-wrap;overflow-wrap:anywhere}
dl{margin:0}
dt{margin-top:.75rem}
dt span{color:var(--muted);font-size:.9rem}
dd{margin:0;color:var(--muted)}
dd pre{color:var(--ink)}
pre a{color:inherit;text-decoration-color:var(--accent)}
`;
