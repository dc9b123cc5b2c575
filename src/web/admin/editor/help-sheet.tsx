import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../dialog.tsx';
import { editorShortcuts } from './use-shortcuts.ts';

/** What stands on the keys of a Mac, and of others where it is not the key's name. */
const keyNames: Record<'mac' | 'other', Record<string, string>> = {
  mac: { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↩' },
  other: { Mod: 'Ctrl' },
};

/** Every shortcut of the page and of its text. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslator();
  return (
    <Dialog title={t('admin.editor.help.title')} onClose={onClose}>
      <ShortcutList
        heading={t('admin.editor.help.page')}
        shortcuts={editorShortcuts.map(({ keys, name }) => ({ keys, name: t(name) }))}
      />
      <Button variant="quiet" className="mt-8 w-full" onClick={onClose}>
        {t('action.close')}
      </Button>
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
  const names = keyNames[/Mac|iPhone|iPad/.test(navigator.platform) ? 'mac' : 'other'];
  return (
    <section className="mt-6">
      <h3 className="text-sm font-bold text-muted">{heading}</h3>
      <dl className="mt-2 divide-y divide-line">
        {shortcuts.map(({ keys, name }) => (
          <div key={keys + name} className="flex items-center justify-between gap-4 py-2">
            <dt className="text-pretty">{name}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.split('+').map((key) => (
                <kbd
                  key={key}
                  className="rounded-md border border-field bg-paper px-2 py-0.5 font-sans text-sm font-semibold"
                >
                  {names[key] ?? key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
