import type { PostFields } from '#desk/contract.ts';
import { localCopyMs } from '../../../contract.ts';
import type { LocalCopies } from './local-copies.ts';
import type { SaveQueue } from './save-queue.ts';

/**
 * While something typed is not with the server, the browser has it. `postOf`: of the post, by its document. Gives the
 * means to write what waits at once, and to stop.
 */
export function keepCopy(queue: SaveQueue, copies: LocalCopies, postOf: () => string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written: string | null = null;
  let forgotten: PostFields | null = null;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (queue.snapshot().fields === forgotten) return;
    const post = postOf();
    if (written !== null && written !== post) copies.remove(written);
    if (queue.isUnsaved()) written = copies.write(post, queue.copy()) ? post : null;
    else if (written !== null) {
      copies.remove(post);
      written = null;
    }
  }

  const unsubscribe = queue.subscribe(() => {
    if (!queue.isUnsaved()) flush();
    else timer ??= setTimeout(flush, localCopyMs);
  });
  return {
    flush,
    /** Nothing is kept any more, until something else is typed. */
    forget() {
      clearTimeout(timer);
      timer = undefined;
      if (written !== null) copies.remove(written);
      written = null;
      forgotten = queue.snapshot().fields;
    },
    stop() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
