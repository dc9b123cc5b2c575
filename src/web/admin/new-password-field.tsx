import { passwordRange } from '../contract.ts';
import { useTranslator } from '../translation.tsx';
import { Field } from './field.tsx';

export function NewPasswordField({ label }: { label: string }) {
  const t = useTranslator();
  return (
    <Field
      label={label}
      hint={t('admin.field.password_hint', { length: passwordRange.min })}
      id="new-password"
      name="new-password"
      type="password"
      minLength={passwordRange.min}
      maxLength={passwordRange.max}
      autoComplete="new-password"
    />
  );
}
