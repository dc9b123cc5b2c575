import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslator } from '../../../translator.tsx';
import { Input } from '../../../ui/field.tsx';
import { useToast } from '../../../ui/toast/toast-provider.tsx';
import { adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import type { EditorContext } from '../editor-context.ts';

const normalize = (text: string) => text.normalize('NFKC').trim().toLowerCase();

export function TagPicker({ context }: { context: EditorContext }) {
  const t = useTranslator();
  const id = useId();
  const { data, draft } = context;
  const { tag_ids: selected } = draft.fields;
  const [query, setQuery] = useState('');
  const { tags, isCreating, create } = useTags(context);
  const needle = normalize(query);
  const matches = tags.filter(({ name }) => normalize(name).includes(needle));
  const isNew = needle !== '' && !tags.some(({ name }) => normalize(name) === needle);
  const canCreate = isNew && data.canCreateTags;
  const toggle = (tag: string) =>
    draft.change({
      tag_ids: selected.includes(tag) ? selected.filter((other) => other !== tag) : [...selected, tag],
    });
  const add = async () => {
    if (await create(query.trim())) setQuery('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const match = matches.find(({ name }) => normalize(name) === needle) ?? matches[0];
    if (needle !== '' && match) {
      toggle(match.id);
      setQuery('');
    } else if (canCreate) void add();
  };
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="font-semibold">
        {t('admin.editor.tags')}
      </h3>
      {tags.length === 0 && <p className="mt-1.5 text-sm text-muted">{t('admin.editor.no_tags')}</p>}
      <Input
        type="search"
        aria-label={t('admin.editor.tag_search')}
        placeholder={t('admin.editor.tag_search')}
        autoComplete="off"
        maxLength={80}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
        className="mt-1.5"
      />
      <div className="mt-2 flex flex-wrap gap-2">
        {matches.map((tag) => (
          <button
            key={tag.id}
            type="button"
            aria-pressed={selected.includes(tag.id)}
            onClick={() => toggle(tag.id)}
            className={`${badgeClass} border-field aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent`}
          >
            {tag.name}
          </button>
        ))}
        {canCreate && (
          <button
            type="button"
            disabled={isCreating}
            onClick={() => void add()}
            className={`${badgeClass} inline-flex items-center gap-1 border-dashed border-field`}
          >
            <Plus aria-hidden="true" className="size-4" />
            {t('admin.editor.tag_create', { name: query.trim() })}
          </button>
        )}
      </div>
      <p role="status" className="text-sm text-muted">
        {needle !== '' && matches.length === 0 && !canCreate ? t('admin.editor.tag_none') : ''}
      </p>
    </fieldset>
  );
}

const badgeClass =
  'min-h-8 cursor-pointer rounded-full border px-3 py-1 text-sm font-semibold hover:border-accent disabled:cursor-not-allowed pointer-coarse:min-h-11';

/** The tags of the blog, and those that were created here. */
function useTags({ data, draft, locale }: EditorContext) {
  const t = useTranslator();
  const show = useToast();
  const [created, setCreated] = useState<typeof data.tags>([]);
  const [isCreating, setCreating] = useState(false);
  return {
    tags: [...data.tags, ...created],
    isCreating,
    /** Creates and selects a tag. Returns whether it exists now. */
    async create(name: string): Promise<boolean> {
      if (isCreating) return false;
      setCreating(true);
      const result = await adminApi.tags.create({ names: { en: name, [locale]: name }, slug: '' });
      setCreating(false);
      if (!result.ok) {
        const description = adminApiErrorMessage(t, result.error);
        show({ title: t('admin.editor.tag_failed'), description, tone: 'destructive' });
        return false;
      }
      setCreated((tags) => [...tags, { id: result.value.id, name }]);
      draft.change({ tag_ids: [...draft.fields.tag_ids, result.value.id] });
      return true;
    },
  };
}
