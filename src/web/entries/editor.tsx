import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { AdminContext } from '../admin/admin-page.tsx';
import { Editor } from '../admin/editor/editor.tsx';
import { EditorErrorPage } from '../admin/editor/editor-error-page.tsx';
import { type EditorIslandProps, editorIslandId } from '../admin/editor/editor-island.tsx';
import { readAppearance } from '../appearance/appearance.ts';
import { AppearanceContext } from '../appearance/appearance-context.ts';
import { loadTranslator } from '../rendering/client-messages.ts';
import { useHydrationMark } from '../rendering/hydration-mark.ts';
import { findIsland } from '../rendering/island.tsx';
import { TranslatorProvider } from '../translator.tsx';
import { CrashBoundary, crashLogging } from '../ui/crash-boundary.tsx';
import { ToastProvider } from '../ui/toast/toast-provider.tsx';

function EditorPart({ data, frame }: EditorIslandProps) {
  useHydrationMark();
  return (
    <AdminContext value={frame}>
      <ToastProvider>
        <Editor data={data} />
      </ToastProvider>
    </AdminContext>
  );
}

const translator = await loadTranslator();
const { container, props } = findIsland<EditorIslandProps>(editorIslandId);

// Rendered anew, not hydrated: the ids of `useId` depend on the whole page. The fields are disabled until then.
for (const element of document.head.querySelectorAll('title, meta[name="robots"]')) element.remove();
flushSync(() =>
  createRoot(container, crashLogging).render(
    <TranslatorProvider translator={translator}>
      <AppearanceContext value={readAppearance()}>
        <CrashBoundary ErrorPage={EditorErrorPage}>
          <EditorPart {...props} />
        </CrashBoundary>
      </AppearanceContext>
    </TranslatorProvider>,
  ),
);
