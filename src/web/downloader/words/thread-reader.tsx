import type { ComponentProps, ReactNode } from 'react';
import { useTranslator } from '../../translator.tsx';
import { formatDate } from '../media/format-media.ts';
import type { MediaSection } from '../results/media-sections.ts';
import { PostActions, PostByline, PostText } from './post-words.tsx';

/** Above the posts of a whole thread. */
export function ThreadHeader(props: ComponentProps<typeof PostActions>) {
  return (
    <div className="mb-4 wrap-anywhere">
      <PostByline post={props.post} />
      <PostActions {...props} />
    </div>
  );
}

/** A post of a whole thread, with its media above its text; only the media outside a thread. */
export function ThreadEntry({ entry, children }: { entry: MediaSection['entry']; children?: ReactNode }) {
  const t = useTranslator();
  const date = entry && formatDate(t, entry.publishedAt);
  return (
    <div className="grid min-w-0 gap-4">
      {entry && (
        <div className="flex flex-wrap gap-x-3 border-t border-line pt-3 text-sm text-muted print:break-after-avoid">
          <h3 className="font-semibold text-ink">{t('thread.post', { place: entry.place, of: entry.of })}</h3>
          {date && <time dateTime={entry.publishedAt}>{date}</time>}
          <a href={entry.url} rel="noreferrer" className="text-accent underline underline-offset-4">
            {t('post.open')}
            <span className="sr-only"> {entry.place}</span>
          </a>
        </div>
      )}
      {children}
      {entry && <PostText text={entry.text} />}
    </div>
  );
}

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
