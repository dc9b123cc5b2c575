import type { pageScripts } from 'virtual:page-scripts';
import type { MessageBundle } from './client-messages.ts';

/** Only pages whose route has this handle run scripts. `bundle` names their messages, if they use any. */
export interface PageHandle {
  bundle?: Exclude<MessageBundle, 'later'>;
  /** Set for a page that runs without the router. */
  entry?: keyof typeof pageScripts;
}

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && ('bundle' in handle || 'entry' in handle);
}
