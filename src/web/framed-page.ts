import { createContext } from 'react-router';

/** Set where pages of ours may show a page in a frame. Nobody else's may, ever. */
export const framedByOwnContext = createContext(false);
