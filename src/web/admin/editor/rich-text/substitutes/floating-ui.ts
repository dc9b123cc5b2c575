/** Takes the place of Floating UI, which TipTap uses only for menus that it places itself: `slash-menu.tsx` doesn't. */
const unused = () => {
  throw new Error('TipTap places a menu');
};

export const autoUpdate = unused;
export const computePosition = unused;
export const flip = () => null;
export const offset = () => null;
