import { useState } from 'react';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { blogPostPath } from '../../../paths.ts';
import { useTranslator } from '../../../translator.tsx';
import type { EditorContext } from '../editor-context.ts';
import {
  displayedKeywords,
  displayedSlug,
  parseKeywords,
  postFieldLimits,
  searchSnippetLimits,
} from '../post-form-values.ts';
import { SuggestionButton, SuggestionStatus } from '../suggestions/suggestion-controls.tsx';
import { useSuggestion } from '../suggestions/use-suggestion.ts';
import { CharacterCount, TextArea, TextField } from './form-field.tsx';

export function SeoTab({ context }: { context: EditorContext }) {
  const t = useTranslator();
  const { draft, locale } = context;
  const { fields, change } = draft;
  const suggestion = useSuggestion('seo', context);
  const lang = localeTags[locale];
  const [keywordsInput, setKeywordsInput] = useState('');
  const title = fields.seo_title ?? '';
  const description = fields.seo_description ?? '';
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <SuggestionButton suggestion={suggestion} />
        <SuggestionStatus suggestion={suggestion} />
      </div>
      <TextField
        label={t('admin.editor.seo_title')}
        lang={lang}
        maxLength={postFieldLimits.seoTitle}
        value={title}
        onChange={(event) => change({ seo_title: event.target.value || null })}
        hint={<CharacterCount text={title} limit={searchSnippetLimits.title} />}
      />
      <TextArea
        label={t('admin.editor.seo_description')}
        lang={lang}
        rows={3}
        maxLength={postFieldLimits.seoDescription}
        value={description}
        onChange={(event) => change({ seo_description: event.target.value || null })}
        hint={<CharacterCount text={description} limit={searchSnippetLimits.description} />}
      />
      <TextField
        label={t('admin.editor.seo_keywords')}
        lang={lang}
        value={displayedKeywords(keywordsInput, fields.seo_keywords)}
        onChange={(event) => {
          setKeywordsInput(event.target.value);
          change({ seo_keywords: parseKeywords(event.target.value) });
        }}
        hint={t('admin.editor.keywords_hint')}
      />
      <SearchResult context={context} />
    </div>
  );
}

function SearchResult({ context: { data, draft, locale } }: { context: EditorContext }) {
  const t = useTranslator();
  const { fields } = draft;
  const displayUrl = `${data.publicHost}${localizedPath(locale, blogPostPath(displayedSlug(fields.slug, fields.title)))}`;
  return (
    <section aria-label={t('admin.editor.search_result')}>
      <h2 className="text-sm font-semibold text-muted">{t('admin.editor.search_result')}</h2>
      <div lang={localeTags[locale]} className="mt-2 rounded-2xl border border-line bg-paper p-4">
        <p className="truncate text-sm text-muted">{decodeURI(displayUrl)}</p>
        <p className="mt-1 line-clamp-1 text-lg font-semibold text-accent">
          {fields.seo_title || fields.title || '…'}
        </p>
        <p className="mt-1 line-clamp-2 text-sm">{fields.seo_description || fields.excerpt || '…'}</p>
      </div>
    </section>
  );
}
