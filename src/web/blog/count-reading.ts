export type Counted =
  | { outcome: 'counted'; count: number }
  /** The server takes it for none: a crawler's, or a page fetched ahead. */
  | { outcome: 'ignored' }
  | { outcome: 'failed' };

/** Tells the server of one reading of a post. Sent even where the page is left at once. */
export async function countReading(postId: string): Promise<Counted> {
  try {
    const answer = await fetch(`/api/blog/posts/${postId}/views`, { method: 'POST', keepalive: true });
    if (answer.status === 204) return { outcome: 'ignored' };
    if (!answer.ok) return { outcome: 'failed' };
    const { view_count }: { view_count: number } = await answer.json();
    return { outcome: 'counted', count: view_count };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { outcome: 'failed' };
  }
}
