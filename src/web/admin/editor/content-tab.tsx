import { useState } from 'react';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { postPath } from '../../blog/post-path.ts';
import { useTranslator } from '../../translation.tsx';
import { AssistButton } from './assist/assist-button.tsx';
import { AssistNote } from './assist/assist-note.tsx';
import { useAssist } from './assist/use-assist.ts';
import type { EditorParts } from './editor-parts.ts';
import { fieldLimits } from './field-limits.ts';
import { shownSlug } from './follow-slug.ts';
import { TextArea, TextField } from './form-field.tsx';
import { TextSlot } from './text-slot.tsx';

export function ContentTab({ parts }: { parts: EditorParts }) {
  const t = useTranslator();
  const { draft, locale, data } = parts;
  const { fields, change } = draft;
  const assist = useAssist('excerpt', { locale, fields, onTake: change, models: data.models });
  const lang = localeTags[locale];
  return (
    <div className="grid grid-cols-1 gap-6">
      <TextField
        label={t('admin.editor.title')}
        lang={lang}
        maxLength={fieldLimits.title}
        value={fields.title}
        onChange={(event) => change({ title: event.target.value })}
        className="text-xl font-bold"
      />
      <SlugField parts={parts} />
      <TextArea
        label={t('admin.editor.excerpt')}
        lang={lang}
        rows={3}
        maxLength={fieldLimits.excerpt}
        value={fields.excerpt}
        onChange={(event) => change({ excerpt: event.target.value })}
        aside={<AssistButton assist={assist} field={t('admin.editor.excerpt')} />}
        below={<AssistNote assist={assist} />}
      />
      <TextSlot parts={parts} />
    </div>
  );
}

/** Shows what the title gives, until the post has a slug of its own. */
function SlugField({ parts }: { parts: EditorParts }) {
  const t = useTranslator();
  const { draft, locale, data } = parts;
  const { fields, change } = draft;
  const { title, slug } = fields;
  const assist = useAssist('slug', { locale, fields, onTake: change, models: data.models });
  const [isEmptied, setEmptied] = useState(false);
  const shown = shownSlug(slug, title);
  const path = localizedPath(locale, postPath(shown));
  return (
    <TextField
      label={t('admin.editor.slug')}
      lang={localeTags[locale]}
      maxLength={fieldLimits.slug}
      autoCapitalize="none"
      spellCheck={false}
      value={isEmptied ? '' : shown}
      onChange={(event) => {
        setEmptied(event.target.value === '');
        change({ slug: event.target.value });
      }}
      onBlur={() => setEmptied(false)}
      hint={<p className="break-all">{shown === '' ? t('admin.editor.slug_later') : decodeURI(path)}</p>}
      below={<AssistNote assist={assist} />}
      aside={<AssistButton assist={assist} field={t('admin.editor.slug')} />}
    />
  );
}
