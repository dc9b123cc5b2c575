const sandbox = 'allow-scripts allow-same-origin allow-presentation allow-popups';

/** A click replaces the link with the player. Without this script, and with a modifier key, the link opens. */
export function startVideoCards(): void {
  for (const card of document.querySelectorAll<HTMLElement>('figure.embed[data-player]')) {
    const { player } = card.dataset;
    const link = card.querySelector('a');
    if (!link || player === undefined) continue;
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      card.replaceChildren(createPlayer(player, link.textContent));
      card.querySelector('iframe')?.focus();
    });
  }
}

function createPlayer(url: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', sandbox);
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  // YouTube plays nothing without the origin.
  frame.referrerPolicy = 'strict-origin';
  frame.title = title;
  frame.src = url;
  return frame;
}
