import { listPlaceholders } from '../contract.ts';
import { ListCard } from './list-card.tsx';
import type { ListedPost } from './listed-post.ts';

const columns = 'grid gap-6 md:grid-cols-2 lg:grid-cols-3';

export function ListCards({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <ul className={columns}>
      {posts.map((post, index) => (
        <li key={post.id}>
          <ListCard post={post} isFirst={index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** What stands for posts on their way. For eyes only: the list's status says it in words. */
export function CardPlaceholders() {
  return (
    <div aria-hidden="true" className={columns}>
      {Array.from({ length: listPlaceholders }, (_, index) => (
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
