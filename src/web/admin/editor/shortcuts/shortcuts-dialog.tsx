import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatShortcut, inputRuleShortcuts, textShortcuts } from '../rich-text/shortcuts.ts';
import { editorShortcuts } from './use-editor-shortcuts.ts';

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslator();
  const formatKeys = (keys: string) => formatShortcut(keys, navigator.platform, t);
  return (
    <Dialog title={t('admin.editor.help.title')} isWide onClose={onClose}>
      <Button variant="quiet" className="absolute inset-e-6 top-5 min-h-11 px-4 text-sm" onClick={onClose}>
        {t('action.close')}
      </Button>
      <div className="mt-6 gap-x-10 sm:columns-2">
        <ShortcutList
          heading={t('admin.editor.help.page')}
          shortcuts={editorShortcuts.map(({ keys, name }) => ({ keys: formatKeys(keys), name: t(name) }))}
        />
        <ShortcutList
          heading={t('admin.editor.help.text')}
          shortcuts={textShortcuts.map(({ keys, name }) => ({ keys: formatKeys(keys), name: t(name) }))}
        />
        <ShortcutList
          heading={t('admin.editor.help.typed')}
          shortcuts={inputRuleShortcuts.map(({ keys, name }) => ({ keys, name: t(name) }))}
        />
      </div>
    </Dialog>
  );
}

function ShortcutList({
  heading,
  shortcuts,
}: {
  heading: string;
  shortcuts: readonly { keys: string; name: string }[];
}) {
  return (
    <section className="not-first:pt-6">
      <h3 className="text-sm font-bold text-muted">{heading}</h3>
      <dl className="mt-2 divide-y divide-line">
        {shortcuts.map(({ keys, name }) => (
          <div key={keys} className="flex break-inside-avoid items-center justify-between gap-4 py-1.5">
            <dt className="text-pretty">{name}</dt>
            <dd className="shrink-0">
              <kbd className="rounded-md border border-field bg-paper px-2 py-0.5 font-sans text-sm font-semibold whitespace-pre">
                {keys.trim()}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
