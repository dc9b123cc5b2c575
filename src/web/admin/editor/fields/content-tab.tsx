import { useState } from 'react';
import { postTexts } from '#blog/texts-contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { toPath } from '../../../paths.ts';
import { useTranslator } from '../../../translator.tsx';
import type { EditorContext } from '../editor-context.ts';
import { displayedSlug, postFieldLimits } from '../post-form-values.ts';
import { SuggestionButton, SuggestionStatus } from '../suggestions/suggestion-controls.tsx';
import { useSuggestion } from '../suggestions/use-suggestion.ts';
import { TextArea, TextField } from './form-field.tsx';

export function ContentTab({ context }: { context: EditorContext }) {
  const t = useTranslator();
  const { draft, locale } = context;
  const { fields, change } = draft;
  const suggestion = useSuggestion('excerpt', context);
  const lang = localeTags[locale];
  return (
    <div className="grid grid-cols-1 gap-6">
      <SlugField context={context} />
      <TextArea
        label={t('admin.editor.excerpt')}
        lang={lang}
        rows={3}
        maxLength={postTexts.excerpt.lengthMax}
        value={fields.excerpt}
        onChange={(event) => change({ excerpt: event.target.value })}
        aside={<SuggestionButton suggestion={suggestion} field={t('admin.editor.excerpt')} />}
        below={<SuggestionStatus suggestion={suggestion} />}
      />
    </div>
  );
}

function SlugField({ context }: { context: EditorContext }) {
  const t = useTranslator();
  const { data, draft, locale } = context;
  const { fields, change } = draft;
  const { title, slug } = fields;
  const suggestion = useSuggestion('slug', context);
  const [isEmptied, setEmptied] = useState(false);
  const visibleSlug = displayedSlug(slug, locale, title);
  const path = localizedPath(locale, toPath(data.kind, visibleSlug));
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
        <p className="break-all">{visibleSlug === '' ? t('admin.editor.slug_automatic') : decodeURI(path)}</p>
      }
      below={<SuggestionStatus suggestion={suggestion} />}
      aside={<SuggestionButton suggestion={suggestion} field={t('admin.editor.slug')} />}
    />
  );
}
