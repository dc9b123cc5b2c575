import { createContext } from 'react-router';

/** True if pages of the same origin may frame this page. */
export const sameOriginFrameContext = createContext(false);
