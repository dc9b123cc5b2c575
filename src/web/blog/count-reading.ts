export type PageViewResult =
  | { outcome: 'counted'; count: number }
  /** The server does not count crawlers and prefetched pages. */
  | { outcome: 'ignored' }
  | { outcome: 'failed' };

/** Reports a page view. `keepalive` sends it even if the page is closed. */
export async function recordPageView(postId: string): Promise<PageViewResult> {
  try {
    const response = await fetch(`/api/blog/posts/${postId}/views`, { method: 'POST', keepalive: true });
    if (response.status === 204) return { outcome: 'ignored' };
    if (!response.ok) return { outcome: 'failed' };
    const { view_count }: { view_count: number } = await response.json();
    return { outcome: 'counted', count: view_count };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { outcome: 'failed' };
  }
}
