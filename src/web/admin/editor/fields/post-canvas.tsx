import Sparkles from 'lucide-react/icons/sparkles';
import { type KeyboardEvent, useId } from 'react';
import { postTexts } from '#blog/texts-contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../../translator.tsx';
import { lazyDialog } from '../../lazy-dialog.tsx';
import type { EditorContext } from '../editor-context.ts';
import { useDisclosure } from '../use-disclosure.ts';
import { ContentField } from './content-field.tsx';

const TitleIdeas = lazyDialog(() => import('../suggestions/title-ideas.tsx'));

/** Title and text: what a writer sees first. */
export function PostCanvas({ context }: { context: EditorContext }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <TitleField context={context} />
      <ContentField context={context} />
    </div>
  );
}

/** One line of text that wraps, because titles are longer than a phone is wide. */
function TitleField({ context }: { context: EditorContext }) {
  const { data, draft, locale, text } = context;
  const t = useTranslator();
  const { button, isOpen, toggle, close } = useDisclosure();
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    text.current?.focus();
  };
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {t('admin.editor.title')}
      </label>
      <div className="flex items-start gap-1">
        <textarea
          id={id}
          rows={1}
          lang={localeTags[locale]}
          maxLength={postTexts.title.lengthMax}
          placeholder={t('admin.editor.title')}
          value={draft.fields.title}
          onChange={(event) =>
            draft.change({ title: event.target.value.replace(/(?<!\s)\s*[\r\n]\s*/g, ' ') })
          }
          onKeyDown={onKeyDown}
          className="block field-sizing-content min-h-12 w-full min-w-0 resize-none rounded-xl px-2 py-1 text-2xl font-bold text-pretty placeholder:text-muted sm:px-4 sm:text-3xl disabled:text-muted"
        />
        {data.mayEdit && (
          <button
            ref={button}
            type="button"
            aria-expanded={isOpen}
            aria-label={t('admin.ai.titles')}
            title={t('admin.ai.titles')}
            onClick={toggle}
            className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-xl text-accent hover:bg-tint hover:text-accent-strong"
          >
            <Sparkles aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
      {isOpen && <TitleIdeas context={context} onClose={close} />}
    </div>
  );
}
