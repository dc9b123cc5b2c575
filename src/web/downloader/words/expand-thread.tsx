import LoaderCircle from 'lucide-react/icons/loader-circle';
import { type ReactNode, type SubmitEvent, useContext, useEffect, useRef, useState } from 'react';
import type { ExtractedPost } from '#extraction/contract.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { extractMedia } from '../extraction/extract-media.ts';
import { isThreadExpanded } from '../media/group-media.ts';
import type { ExtractedMedia, ExtractionProblem } from '../post-state.ts';
import { ProofOfWorkContext } from '../verification/use-proof-of-work.ts';

export type ThreadExpansion = ReturnType<typeof useThreadExpansion>;

export function useThreadExpansion(
  post: ExtractedPost | null,
  {
    onMedia,
    onWords,
  }: {
    onMedia: (found: ExtractedMedia) => void;
    /** A thread without media. */
    onWords?: (words: ExtractionProblem) => void;
  },
) {
  const t = useTranslator();
  const proofClient = useContext(ProofOfWorkContext);
  const running = useRef<AbortController | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<ExtractionProblem | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const expand = async (url: string) => {
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
    if (response.ok) onMedia(response.value);
    else if (onWords && response.error.isWordsOnly && isThreadExpanded(response.error))
      onWords(response.error);
    else setProblem(response.error);
  };

  return {
    isBusy,
    problem,
    expand() {
      if (post && !isBusy) void expand(post.url);
    },
  };
}

/** The form that reads the whole thread. Its progress shows at the top of the result, in `ThreadStatus`. */
export function ExpandThread({ post, expansion }: { post: ExtractedPost; expansion: ThreadExpansion }) {
  const t = useTranslator();
  const { url, thread } = post;
  if (!thread || 'posts' in thread) return null;
  const { more } = thread;
  return (
    <form
      method="post"
      action={`${localizedPath(t.locale, '/')}#downloader`}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        expansion.expand();
      }}
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden"
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
        aria-disabled={expansion.isBusy || undefined}
      >
        {t('thread.show')}
      </Button>
    </form>
  );
}

export function ThreadStatus({
  expansion: { isBusy, problem, expand },
  children,
}: {
  expansion: ThreadExpansion;
  /** What is shown instead, once it is read. */
  children?: ReactNode;
}) {
  const t = useTranslator();
  return (
    <>
      <div role="status" className="font-semibold not-empty:mb-3">
        {isBusy ? (
          <p className="flex items-center gap-2">
            <LoaderCircle aria-hidden="true" className="size-5 shrink-0 motion-safe:animate-spin" />
            {t('thread.busy')}
          </p>
        ) : (
          children
        )}
      </div>
      {problem && (
        <div className="mb-4 print:hidden">
          <p role="alert" className="font-semibold text-accent">
            {problem.text} {problem.advice}
          </p>
          <Button variant="quiet" className="mt-2" onClick={expand}>
            {t('problem.retry')}
          </Button>
        </div>
      )}
    </>
  );
}
