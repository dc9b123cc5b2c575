import LoaderCircle from 'lucide-react/icons/loader-circle';
import { type SubmitEvent, useContext, useEffect, useRef, useState } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import type { PostSummary } from '#media/contract.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import type { FoundMedia, Problem } from './downloader-state.ts';
import { extractMedia } from './extract-media.ts';
import { ProofKeeperContext } from './use-proof.ts';

/**
 * Asks for the author's whole thread, where there is more of it, and puts it in the place of the post. Without scripts
 * a plain form: the next page has all of it.
 */
export function WholeThread({
  post,
  count,
  onFound,
}: {
  post: PostSummary;
  /** Items that are shown. */
  count: number;
  onFound: (found: FoundMedia) => void;
}) {
  const t = useTranslator();
  const keeper = useContext(ProofKeeperContext);
  const running = useRef<AbortController | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { url, thread } = post;
  const more = thread && 'more' in thread ? thread.more : null;
  const line = useArrivalFocus(more === null);
  useEffect(() => () => running.current?.abort(), []);
  if (!thread) return null;

  const ask = async () => {
    const controller = new AbortController();
    running.current = controller;
    setIsBusy(true);
    setProblem(null);
    const read = await extractMedia(t, window.location.origin, url, controller.signal, {
      proof: keeper,
      isThread: true,
    });
    if (controller.signal.aborted) return;
    setIsBusy(false);
    if (read.ok) onFound(read.value);
    else setProblem(read.error);
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) void ask();
  };

  return (
    <div className="mt-4">
      {more !== null && (
        <form
          method="post"
          action={`${localizedPath(t.locale, '/')}#downloader`}
          onSubmit={onSubmit}
          className="flex flex-wrap items-center gap-x-4 gap-y-2"
        >
          <input type="hidden" name="link" value={url} />
          <input type="hidden" name="thread" value="whole" />
          <p className="text-muted">
            {more === true ? t('thread.may_be_more') : t('thread.more', { count: more })}
          </p>
          <Button
            variant="quiet"
            type="submit"
            name="intent"
            value="extract"
            aria-disabled={isBusy || undefined}
          >
            {isBusy && <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />}
            {isBusy ? t('thread.busy') : t('thread.show')}
          </Button>
        </form>
      )}
      <div role="status">
        {isBusy && <p className="sr-only">{t('thread.busy')}</p>}
        {more === null && (
          <p ref={line} tabIndex={-1} className="scroll-mt-4 font-semibold">
            {t('thread.shown', { count })}
          </p>
        )}
      </div>
      {problem && (
        <p role="alert" className="mt-2 font-semibold text-accent">
          {problem.text} {problem.advice}
        </p>
      )}
    </div>
  );
}

/** The button that was pressed goes, and maybe the card that had the focus since: what is said instead takes it. */
function useArrivalFocus(isHere: boolean) {
  const line = useRef<HTMLParagraphElement>(null);
  const wasHere = useRef(isHere);
  useEffect(() => {
    const hasArrived = isHere && !wasHere.current;
    wasHere.current = isHere;
    if (hasArrived && document.activeElement === document.body) line.current?.focus();
  }, [isHere]);
  return line;
}
