export const loadConflictDialog = () => import('./compare-dialog.tsx');

/** Preload while online: a new release may remove this chunk from the server before it is needed. */
export function preloadConflictDialog(): void {
  void loadConflictDialog().catch((error: unknown) => {
    // The import is retried when the dialog is needed.
    if (!(error instanceof TypeError)) throw error;
  });
}
