import { postSkeletonCount } from '../contract.ts';
import { PostCard } from './list-card.tsx';
import type { ListedPost } from './listed-post.ts';

const columns = 'grid gap-6 md:grid-cols-2 lg:grid-cols-3';

export function PostGrid({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <ul className={columns}>
      {posts.map((post, index) => (
        <li key={post.id}>
          <PostCard post={post} isFirst={index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** Hidden from screen readers: the status element announces the loading state. */
export function PostGridSkeleton() {
  return (
    <div aria-hidden="true" className={columns}>
      {Array.from({ length: postSkeletonCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move.
        <div key={index} className="overflow-hidden rounded-3xl border border-line bg-surface">
          <Bar className="aspect-video rounded-none" />
          <div className="grid gap-3 p-5">
            <Bar className="h-4 w-1/2" />
            <Bar className="h-6" />
            <Bar className="h-4" />
            <Bar className="h-4 w-3/4" />
          </div>
        </div>
      ))}
    </div>
  );
}

function Bar({ className }: { className: string }) {
  return <div className={`rounded-lg bg-sunken motion-safe:animate-pulse ${className}`} />;
}
