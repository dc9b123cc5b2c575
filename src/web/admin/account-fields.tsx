import { passwordLength } from '../contract.ts';
import { useTranslator } from '../translator.tsx';
import { TextField } from '../ui/form/field.tsx';

export function NewPasswordField({ label }: { label: string }) {
  const t = useTranslator();
  return (
    <TextField
      label={label}
      hint={t('admin.field.password_hint', { length: passwordLength.min })}
      id="new-password"
      name="new-password"
      type="password"
      minLength={passwordLength.min}
      maxLength={passwordLength.max}
      autoComplete="new-password"
    />
  );
}
