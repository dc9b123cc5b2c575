import LoaderCircle from 'lucide-react/icons/loader-circle';
import { type SubmitEvent, useContext, useEffect, useRef, useState } from 'react';
import type { ExtractedPost } from '#extraction/contract.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import type { ExtractionProblem } from '../downloader-state.ts';
import { extractMedia } from '../extraction/extract-media.ts';
import { countMediaItems } from '../media/group-media.ts';
import { ProofOfWorkContext } from '../verification/use-proof-of-work.ts';
import { usePostFilesContext } from './post-files.ts';

export function ExpandThread({ post }: { post: ExtractedPost }) {
  const t = useTranslator();
  const { found, expandThread } = usePostFilesContext();
  const proofClient = useContext(ProofOfWorkContext);
  const running = useRef<AbortController | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<ExtractionProblem | null>(null);
  const { url, thread } = post;
  const more = thread && 'more' in thread ? thread.more : null;
  const statusLine = useFocusOnArrival(more === null);
  useEffect(() => () => running.current?.abort(), []);
  if (!thread) return null;

  const expand = async () => {
    const controller = new AbortController();
    running.current = controller;
    setIsBusy(true);
    setProblem(null);
    const response = await extractMedia(t, window.location.origin, url, controller.signal, {
      proof: proofClient,
      isThread: true,
    });
    if (controller.signal.aborted) return;
    setIsBusy(false);
    if (response.ok) expandThread(response.value);
    else setProblem(response.error);
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) void expand();
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
          <p ref={statusLine} tabIndex={-1} className="scroll-mt-4 font-semibold">
            {t('thread.expanded', { count: countMediaItems(found.qualities) })}
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

/** Focuses the status line if the focus was lost with the removed button or a replaced card. */
function useFocusOnArrival(isShown: boolean) {
  const statusLine = useRef<HTMLParagraphElement>(null);
  const wasShown = useRef(isShown);
  useEffect(() => {
    const hasArrived = isShown && !wasShown.current;
    wasShown.current = isShown;
    if (hasArrived && document.activeElement === document.body) statusLine.current?.focus();
  }, [isShown]);
  return statusLine;
}
