import { useTranslator } from '../../translator.tsx';

/** Lies over the thumbnail. Without JavaScript it belongs to the form of the ZIP. */
export function ZipItemCheckbox({
  formId,
  index,
  name,
  isSelected,
  onSelectedChange,
}: {
  formId: string;
  index: number;
  name: string;
  isSelected: boolean;
  onSelectedChange: (isSelected: boolean) => void;
}) {
  const t = useTranslator();
  return (
    <label className="inline-flex size-11 cursor-pointer items-center justify-center">
      <span className="sr-only">{t('zip.choose', { name })}</span>
      <span className="grid size-7 place-items-center rounded-lg bg-surface/90">
        <input
          type="checkbox"
          form={formId}
          name="item"
          value={index}
          checked={isSelected}
          onChange={(event) => onSelectedChange(event.target.checked)}
          className="size-5 cursor-pointer accent-accent"
        />
      </span>
    </label>
  );
}
