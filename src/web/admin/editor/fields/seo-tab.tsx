import { useState } from 'react';
import { postTexts } from '#blog/texts-contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { toPath } from '../../../paths.ts';
import { shareCardPath } from '../../../seo/share-image.ts';
import { useTranslator } from '../../../translator.tsx';
import type { EditorContext } from '../editor-context.ts';
import {
  displayedKeywords,
  displayedSlug,
  parseCanonicalUrl,
  parseKeywords,
  postFieldLimits,
  searchSnippetLimits,
} from '../post-form-values.ts';
import { SuggestionButton, SuggestionStatus } from '../suggestions/suggestion-controls.tsx';
import { useSuggestion } from '../suggestions/use-suggestion.ts';
import { CharacterCount, CheckboxField, TextArea, TextField, ValidatedField } from './form-field.tsx';

export default function SeoTab({ context }: { context: EditorContext }) {
  const t = useTranslator();
  const { data, draft, locale } = context;
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
        maxLength={postTexts.seo_title.lengthMax}
        value={title}
        onChange={(event) => change({ seo_title: event.target.value || null })}
        hint={<CharacterCount text={title} limit={searchSnippetLimits.title} />}
      />
      <TextArea
        label={t('admin.editor.seo_description')}
        lang={lang}
        rows={3}
        maxLength={postTexts.seo_description.lengthMax}
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
      <SocialPreview context={context} />
      <ValidatedField
        label={t('admin.editor.canonical_url')}
        type="url"
        inputMode="url"
        maxLength={postFieldLimits.canonicalUrl}
        value={fields.canonical_url ?? ''}
        parse={parseCanonicalUrl}
        onChange={(url) => change({ canonical_url: url })}
        hint={t('admin.editor.canonical_url_hint')}
        error={t('admin.editor.canonical_url_invalid')}
      />
      <CheckboxField
        label={t('admin.editor.noindex')}
        checked={fields.noindex}
        onChange={(event) => change({ noindex: event.target.checked })}
        hint={t(data.kind === 'page' ? 'admin.pages.noindex_hint' : 'admin.editor.noindex_hint')}
      />
    </div>
  );
}

function SearchResult({ context: { data, draft, locale } }: { context: EditorContext }) {
  const t = useTranslator();
  const { fields } = draft;
  const displayUrl = `${data.publicHost}${localizedPath(locale, toPath(data.kind, displayedSlug(fields.slug, locale, fields.title)))}`;
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

/** The share image of a post without a cover is drawn only once it is published. */
function SocialPreview({ context: { data, draft, locale } }: { context: EditorContext }) {
  const t = useTranslator();
  const { fields, document } = draft;
  const drawnImage =
    document?.status === 'published'
      ? shareCardPath(data.kind, locale, document.fields.slug)
      : `/og/${locale}.png`;
  return (
    <section aria-label={t('admin.editor.social_preview')}>
      <h2 className="text-sm font-semibold text-muted">{t('admin.editor.social_preview')}</h2>
      <div lang={localeTags[locale]} className="mt-2 overflow-hidden rounded-2xl border border-line bg-paper">
        <img
          src={fields.featured_image_url?.startsWith('/') ? fields.featured_image_url : drawnImage}
          alt=""
          className="aspect-1200/630 w-full object-cover"
        />
        <div className="p-4">
          <p className="truncate text-sm text-muted">{data.publicHost}</p>
          <p className="mt-1 line-clamp-2 font-semibold">{fields.seo_title || fields.title || '…'}</p>
          <p className="mt-1 line-clamp-2 text-sm text-muted">
            {fields.seo_description || fields.excerpt || '…'}
          </p>
        </div>
      </div>
    </section>
  );
}
