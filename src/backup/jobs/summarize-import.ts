import type { ImportedPost, ImportLoss, ImportReport } from '../contract.ts';
import { type ImportSummary, listedDetailsMax, listedPostsMax } from '../data-job-contract.ts';
import { createLosses } from '../importers/foreign-site.ts';

/** What needs attention first. */
const order: readonly ImportedPost['outcome'][] = ['refused', 'kept', 'changed', 'created', 'unchanged'];

/** Bounded, however large the import is: browsers poll it. */
export function summarizeImport({ posts, losses, ...report }: ImportReport): ImportSummary {
  const byOutcome = Map.groupBy(posts, ({ outcome }) => outcome);
  const counts = Object.fromEntries(
    order.map((outcome) => [outcome, byOutcome.get(outcome)?.length ?? 0]),
  ) as ImportSummary['counts'];
  const listed = order
    .flatMap((outcome) => (byOutcome.get(outcome) ?? []).toSorted((a, b) => rankLosses(a) - rankLosses(b)))
    .slice(0, listedPostsMax);
  return {
    ...report,
    counts,
    losses: addUp([losses, ...posts.map((post) => post.losses ?? [])]),
    posts: limitDetails(listed),
  };
}

const rankLosses = ({ losses = [] }: ImportedPost) => (losses.length > 0 ? 0 : 1);

/** The most frequent first. */
function addUp(lists: readonly ImportLoss[][]): ImportLoss[] {
  const sum = createLosses(listedDetailsMax.loss);
  for (const { code, count, details } of lists.flat()) sum.add(code, details, count);
  return sum.list().sort((a, b) => b.count - a.count);
}

function limitDetails(posts: readonly ImportedPost[]): ImportedPost[] {
  let left: number = listedDetailsMax.posts;
  return posts.map(({ losses = [], ...post }) => {
    if (losses.length === 0) return post;
    const limited = losses.map(({ details, ...loss }) => {
      const kept = details.slice(0, Math.min(left, listedDetailsMax.postLoss));
      left -= kept.length;
      return { ...loss, details: kept };
    });
    return { ...post, losses: limited };
  });
}
