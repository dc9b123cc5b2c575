import { useTranslator } from '../translation.tsx';
import { wrapTables } from './frame-tables.ts';
import { TableOfContents } from './post-contents.tsx';
import { PostHtml } from './post-html.tsx';
import { useStaticPost } from './post-still.tsx';

// Shorter posts have no table of contents.
const minTocSections = 3;

/** Renders only on the server. */
export function PostContent() {
  const t = useTranslator();
  const staticPost = useStaticPost();
  if (!staticPost) return null;
  const { html, headings } = staticPost.content;
  const isLong = headings.filter(({ level }) => level === 2).length >= minTocSections;
  return (
    <div className="turn turn-start px-5 py-12 sm:px-12 sm:py-16 lg:grid lg:grid-cols-[minmax(0,1fr)_13rem] lg:gap-x-12">
      {isLong && <TableOfContents headings={headings} />}
      <PostHtml html={wrapTables(html, t('blog.still.table'))} className="lg:col-start-1 lg:row-start-1" />
    </div>
  );
}
