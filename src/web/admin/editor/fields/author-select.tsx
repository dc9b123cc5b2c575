import { useState } from 'react';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import type { EditorContext } from '../editor-context.ts';
import { SelectField } from './form-field.tsx';

/** For editors and owners. A change applies at once, to all languages of the post. */
export function AuthorSelect({ context: { data, draft } }: { context: EditorContext }) {
  const t = useTranslator();
  const { document: post } = draft;
  const [saved, setSaved] = useState<string | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [message, setMessage] = useState('');
  if (!data.mayPublish || !post) return null;
  const current = saved ?? post.author_id ?? '';
  const value = selected ?? current;
  const isListed = data.authors.some(({ id }) => id === current);

  async function change(postId: string) {
    setIsSaving(true);
    const changed = await adminApi.changeAuthor(postId, value);
    setIsSaving(false);
    if (changed.ok) setSaved(value);
    setMessage(changed.ok ? t('admin.editor.author_changed') : adminApiErrorMessage(t, changed.error));
  }

  return (
    <div className="grid gap-3">
      <SelectField
        label={t('admin.editor.author')}
        value={value}
        onChange={(event) => {
          setSelected(event.target.value);
          setMessage('');
        }}
      >
        {!isListed && <option value={current}>{t('admin.editor.no_author')}</option>}
        {data.authors.map(({ id, name, is_public }) => (
          <option key={id} value={id}>
            {is_public ? name : t('admin.editor.author_hidden', { name })}
          </option>
        ))}
      </SelectField>
      {value !== current && (
        <>
          <p className="text-sm text-muted">{t('admin.editor.author_hint')}</p>
          <Button
            variant="quiet"
            className="w-full text-sm"
            disabled={isSaving}
            onClick={() => change(post.id)}
          >
            {t('admin.editor.change_author')}
          </Button>
        </>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {message}
      </p>
    </div>
  );
}
