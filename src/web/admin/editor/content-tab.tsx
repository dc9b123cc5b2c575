import { useState } from 'react';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { blogPostPath } from '../../blog/post-path.ts';
import { useTranslator } from '../../translation.tsx';
import { SuggestionButton } from './assist/assist-button.tsx';
import { SuggestionStatus } from './assist/assist-note.tsx';
import { useSuggestion } from './assist/use-assist.ts';
import type { EditorContext } from './editor-parts.ts';
import { postFieldLimits } from './field-limits.ts';
import { displayedSlug } from './follow-slug.ts';
import { TextArea, TextField } from './form-field.tsx';
import { ContentField } from './text-slot.tsx';

export function ContentTab({ context }: { context: EditorContext }) {
  const t = useTranslator();
  const { draft, locale, data } = context;
  const { fields, change } = draft;
  const suggestion = useSuggestion('excerpt', { locale, fields, onApply: change, models: data.models });
  const lang = localeTags[locale];
  return (
    <div className="grid grid-cols-1 gap-6">
      <TextField
        label={t('admin.editor.title')}
        lang={lang}
        maxLength={postFieldLimits.title}
        value={fields.title}
        onChange={(event) => change({ title: event.target.value })}
        className="text-xl font-bold"
      />
      <SlugField context={context} />
      <TextArea
        label={t('admin.editor.excerpt')}
        lang={lang}
        rows={3}
        maxLength={postFieldLimits.excerpt}
        value={fields.excerpt}
        onChange={(event) => change({ excerpt: event.target.value })}
        aside={<SuggestionButton suggestion={suggestion} field={t('admin.editor.excerpt')} />}
        below={<SuggestionStatus suggestion={suggestion} />}
      />
      <ContentField context={context} />
    </div>
  );
}

/** Shows the slug derived from the title until the post has its own. */
function SlugField({ context }: { context: EditorContext }) {
  const t = useTranslator();
  const { draft, locale, data } = context;
  const { fields, change } = draft;
  const { title, slug } = fields;
  const suggestion = useSuggestion('slug', { locale, fields, onApply: change, models: data.models });
  const [isEmptied, setEmptied] = useState(false);
  const visibleSlug = displayedSlug(slug, title);
  const path = localizedPath(locale, blogPostPath(visibleSlug));
  return (
    <TextField
      label={t('admin.editor.slug')}
      lang={localeTags[locale]}
      maxLength={postFieldLimits.slug}
      autoCapitalize="none"
      spellCheck={false}
      value={isEmptied ? '' : visibleSlug}
      onChange={(event) => {
        setEmptied(event.target.value === '');
        change({ slug: event.target.value });
      }}
      onBlur={() => setEmptied(false)}
      hint={
        <p className="break-all">{visibleSlug === '' ? t('admin.editor.slug_later') : decodeURI(path)}</p>
      }
      below={<SuggestionStatus suggestion={suggestion} />}
      aside={<SuggestionButton suggestion={suggestion} field={t('admin.editor.slug')} />}
    />
  );
}
