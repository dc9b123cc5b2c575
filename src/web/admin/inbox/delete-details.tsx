import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';

/** The button that asks first. Part of a form. */
export function DeleteDetails({ text }: { text: string }) {
  const t = useTranslator();
  return (
    <details className="group open:w-full">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center rounded-lg px-3 text-sm font-semibold text-muted hover:text-accent">
        {t('admin.action.delete')}
      </summary>
      <div className="mt-2 grid gap-3">
        <p className="max-w-prose text-sm">{text}</p>
        <Button type="submit" variant="quiet" name="intent" value="delete" className="justify-self-start">
          {t('admin.blog.remove.forever_yes')}
        </Button>
      </div>
    </details>
  );
}
