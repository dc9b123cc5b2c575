import FileDown from 'lucide-react/icons/file-down';
import Printer from 'lucide-react/icons/printer';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import type { ExtractedPost, Quality } from '#extraction/contract.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { numberThread } from '#media/document-sections.ts';
import type { PostDocumentFormat } from '#media/post-documents.ts';
import type { ThreadGap, WithheldPart } from '#threads/contract.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { CopyButton, secondaryLinkClass } from '../../ui/copy-button.tsx';
import { formatPostDate } from '../media/format-media.ts';
import { isThreadExpanded } from '../media/group-media.ts';
import { canShareFile, detectWebShareSupport, shareFile } from '../media/web-share.ts';
import type { MediaSection } from '../results/media-sections.ts';
import { usePostFilesContext } from '../results/post-files.ts';
import { ExpandThread } from './expand-thread.tsx';
import { FormattedText } from './formatted-text.tsx';
import { createPostDocument, postPlainText, toDataUrl } from './post-text.ts';

/** The words of a post below its media; those of a whole thread are beside theirs. */
export function PostWords() {
  const { found, thread, downloads } = usePostFilesContext();
  const { post, qualities } = found;
  return (
    <>
      {post && !isThreadExpanded(found) && (
        <div className="mt-3 wrap-anywhere">
          <PostByline post={post} />
          <FormattedText post={post} className="mt-3 border-s-2 border-thread ps-4" />
          <PostActions post={post} qualities={qualities} />
          <ExpandThread post={post} expansion={thread} />
        </div>
      )}
      <p role="status" className="sr-only">
        {downloads.announcement}
      </p>
    </>
  );
}

/** With the date of a thread's first post. */
export function PostByline({ post }: { post: ExtractedPost }) {
  const t = useTranslator();
  const { username, name } = post.author;
  const { publishedAt } = numberThread(post)?.[0] ?? post;
  const date = formatPostDate(t, publishedAt);
  const incompleteNotice = formatIncomplete(t, post);
  return (
    <>
      <p className="flex flex-wrap gap-x-3 text-muted">
        <span>{t('post.by', { name: name || username })}</span>
        <span dir="ltr">@{username}</span>
        {date && <time dateTime={publishedAt}>{date}</time>}
        <a href={post.url} rel="noreferrer" className="text-accent underline underline-offset-4">
          {t('post.open')}
        </a>
      </p>
      {incompleteNotice && <p className="mt-2 font-semibold">{incompleteNotice}</p>}
      {post.withheld?.map((part) => (
        <p key={part} className="mt-2 font-semibold">
          {t(withheldMessages[part])}
        </p>
      ))}
    </>
  );
}

/** null also if the gaps of a thread say it: each is named where it lies. */
function formatIncomplete(t: Translator, { incomplete, thread }: ExtractedPost): string | null {
  if (!incomplete || (thread && 'gaps' in thread)) return null;
  return t(thread && 'posts' in thread ? 'thread.incomplete' : 'post.incomplete');
}

const withheldMessages = {
  text: 'post.withheld_text',
  gif: 'post.withheld_gif',
} as const satisfies Record<WithheldPart, MessageKey>;

/** A whole thread is copied, saved and printed with all of its posts. */
export function PostActions({
  post,
  qualities,
  onPrint = () => window.print(),
}: {
  post: ExtractedPost;
  qualities: Quality[];
  onPrint?: () => void;
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const isThread = isThreadExpanded({ post });
  const text = postPlainText(post);
  return (
    <div className="mt-2 flex flex-wrap gap-x-5 print:hidden">
      {text && <CopyButton label={t(isThread ? 'copy.thread' : 'copy.text')} text={text} />}
      <CopyButton label={t('copy.link')} text={post.url} />
      {text && (
        <>
          <DocumentLink format="txt" post={post} qualities={qualities} />
          <DocumentLink format="md" post={post} qualities={qualities} />
          <DocumentLink format="html" post={post} qualities={qualities} />
        </>
      )}
      {isThread && isHydrated && (
        <button type="button" onClick={onPrint} className={secondaryLinkClass}>
          <Printer aria-hidden="true" className="size-4" />
          {t('copy.print')}
        </button>
      )}
    </div>
  );
}

const formatNames = { txt: 'TXT', md: 'Markdown', html: 'HTML' } satisfies Record<PostDocumentFormat, string>;

function DocumentLink({
  format,
  post,
  qualities,
}: {
  format: PostDocumentFormat;
  post: ExtractedPost;
  qualities: Quality[];
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const postDocument = useMemo(
    () => createPostDocument(t, format, post, qualities),
    [t, format, post, qualities],
  );
  const { name, type, text } = postDocument;
  return (
    <a
      href={toDataUrl(postDocument)}
      download={name}
      aria-label={t('copy.save_as', { format: formatNames[format] })}
      className={secondaryLinkClass}
      {...(isHydrated && {
        onClick: (event) => {
          const file = new File([text], name, { type });
          if (!detectWebShareSupport().isOnlyWay || !canShareFile(file)) return;
          event.preventDefault();
          void shareFile(file);
        },
      })}
    >
      <FileDown aria-hidden="true" className="size-4" />
      {formatNames[format]}
    </a>
  );
}

/** Above the posts of a whole thread. */
export function ThreadHeader(props: ComponentProps<typeof PostActions>) {
  return (
    <div className="mb-4 wrap-anywhere">
      <PostByline post={props.post} />
      <PostActions {...props} />
    </div>
  );
}

/** A post of a whole thread, with its media below its words; only the media outside a thread. */
export function ThreadEntry({
  entry,
  previous,
  children,
}: {
  entry: MediaSection['entry'];
  /** The post above it, or the first one: its date is not repeated. */
  previous: MediaSection['entry'] | undefined;
  children?: ReactNode;
}) {
  const t = useTranslator();
  if (!entry) return <div className="grid min-w-0 gap-4">{children}</div>;
  const date = formatPostDate(t, entry.publishedAt);
  const isNewDate = date !== formatPostDate(t, previous?.publishedAt ?? '');
  return (
    <>
      <ThreadGaps gaps={entry.gapsBefore} />
      <div className="grid min-w-0 max-w-prose gap-3 border-t border-line pt-3">
        <div className="flex flex-wrap gap-x-3 text-sm text-muted print:break-after-avoid">
          <h3 className="font-semibold">{t('thread.post', { place: entry.place, of: entry.of })}</h3>
          {date && isNewDate && <time dateTime={entry.publishedAt}>{date}</time>}
          <a href={entry.url} rel="noreferrer" className="text-accent underline underline-offset-4">
            {t('post.open')}
            <span className="sr-only"> {entry.place}</span>
          </a>
        </div>
        <FormattedText post={entry} className="text-lg" />
        {children}
      </div>
      <ThreadGaps gaps={entry.gapsAfter} />
    </>
  );
}

/** Named where they lie. */
function ThreadGaps({ gaps }: { gaps: readonly ThreadGap[] }) {
  const t = useTranslator();
  return gaps.map(({ count, reason }) => (
    <p key={reason} className="max-w-prose rounded-2xl border border-line border-dashed p-4 text-muted">
      {count === true ? t('thread.gap_unknown') : t(gapMessages[reason], { count })}
    </p>
  ));
}

const gapMessages = {
  missing: 'thread.gap',
  unavailable: 'thread.gap_unavailable',
} as const satisfies Record<ThreadGap['reason'], MessageKey>;

const imageTimeoutMs = 5000;

/** Images load lazily, and printing does not wait for them. */
export async function printWithImages(): Promise<void> {
  const images = [...document.querySelectorAll<HTMLImageElement>('.reading-page img')];
  for (const image of images) image.loading = 'eager';
  await Promise.race([
    Promise.allSettled(images.map((image) => image.decode())),
    new Promise((resolve) => setTimeout(resolve, imageTimeoutMs)),
  ]);
  window.print();
}
