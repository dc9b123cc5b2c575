export const loadComparison = () => import('./compare-dialog.tsx');

/** While the connection is there: when it is needed, another release may have taken its place on the server. */
export function fetchComparison(): void {
  void loadComparison().catch((error: unknown) => {
    // Then it is tried again when it is needed.
    if (!(error instanceof TypeError)) throw error;
  });
}
