import { options } from 'preact';

// As soon as the page has changed, not in the next frame: no test waits for it, and some fake it.
options.requestAnimationFrame = queueMicrotask.bind(window);
