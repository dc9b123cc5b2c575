import MessageSquareText from 'lucide-react/icons/message-square-text';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTranslator } from '../../translator.tsx';
import { isThreadExpanded } from '../media/group-media.ts';
import type { ExtractedMedia, ExtractionProblem } from '../post-state.ts';
import { ExternalLink } from '../problem-panel.tsx';
import { listSections } from '../results/media-sections.ts';
import { ExpandThread, ThreadStatus, useThreadExpansion } from './expand-thread.tsx';
import { FormattedText } from './formatted-text.tsx';
import { PostActions, PostByline, ThreadEntry } from './post-words.tsx';

interface WordsOnlyProps {
  problem: ExtractionProblem;
  level?: 2 | 4;
  /** In a batch, the page and the focus stay. */
  isFocusedFirst?: boolean;
  onMedia: (found: ExtractedMedia) => void;
  onWords: (problem: ExtractionProblem) => void;
  children?: ReactNode;
}

/** A post or a thread without media: no failure, but something to read. */
export function WordsOnly({
  problem,
  level = 2,
  isFocusedFirst = false,
  onMedia,
  onWords,
  children,
}: WordsOnlyProps) {
  const t = useTranslator();
  const headingId = useId();
  const { text, linksTo, post } = problem;
  const card = useRef<HTMLElement>(null);
  const expansion = useThreadExpansion(post, { onMedia, onWords });
  const { isBusy } = expansion;
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the changes of the card.
  useLayoutEffect(() => {
    // The words, not the form above them, take the first screen.
    if (!isFirst.current || isFocusedFirst) {
      card.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
      card.current?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [isBusy, problem]);
  if (!post) return null;
  const isThread = isThreadExpanded({ post });
  const entries = listSections([], post).flatMap(({ entry }) => entry ?? []);
  const Heading = `h${level}` as const;
  const notice = (
    <Heading id={headingId} className="mb-2 flex gap-2 font-semibold text-muted">
      <MessageSquareText aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {isThread ? t('thread.words_only', { count: entries.length }) : text}
    </Heading>
  );
  return (
    // The thread gets a new section: Preact wouldn't correct the server's `aria-labelledby` when the heading changes.
    <section
      key={isThread ? 'thread' : 'post'}
      ref={card}
      tabIndex={-1}
      aria-labelledby={headingId}
      className={`mt-5 scroll-mt-4 rounded-2xl border border-line bg-surface p-5 wrap-anywhere ${isThread ? 'reading-page' : ''}`}
    >
      <ThreadStatus expansion={expansion} />
      {isThread && notice}
      <PostByline post={post} />
      {!isThread && <FormattedText post={post} className="my-3 text-lg" />}
      {!isThread && notice}
      {linksTo && (
        <ExternalLink href={linksTo}>
          {t('post.links_to', { host: new URL(linksTo).hostname.replace(/^www\./, '') })}
        </ExternalLink>
      )}
      <PostActions post={post} qualities={[]} />
      {isThread && (
        <div className="mt-4 grid gap-8">
          {entries.map((entry, index) => (
            <ThreadEntry key={entry.code} entry={entry} previous={entries[index - 1] ?? entries[0]} />
          ))}
        </div>
      )}
      <ExpandThread post={post} expansion={expansion} />
      {children}
    </section>
  );
}
