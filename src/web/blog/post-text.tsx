import { useTranslator } from '../translation.tsx';
import { frameTables } from './frame-tables.ts';
import { PostContents } from './post-contents.tsx';
import { PostHtml } from './post-html.tsx';
import { useStillPost } from './post-still.tsx';

/** From so many sections on, a post has a table of contents. */
const sectionsOfLongPost = 3;

/** The text of a post with its table of contents. For the server only. */
export function PostText() {
  const t = useTranslator();
  const still = useStillPost();
  if (!still) return null;
  const { html, headings } = still.content;
  const isLong = headings.filter(({ level }) => level === 2).length >= sectionsOfLongPost;
  return (
    <div className="turn turn-start px-5 py-12 sm:px-12 sm:py-16 lg:grid lg:grid-cols-[minmax(0,1fr)_13rem] lg:gap-x-12">
      {isLong && <PostContents headings={headings} />}
      <PostHtml html={frameTables(html, t('blog.still.table'))} className="lg:col-start-1 lg:row-start-1" />
    </div>
  );
}
