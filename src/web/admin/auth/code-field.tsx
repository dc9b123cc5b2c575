import type { ComponentProps } from 'react';
import { useTranslator } from '../../translator.tsx';
import { TextField } from '../../ui/field.tsx';

/** For a code of an authenticator app or a recovery code. */
export function CodeField(props: Partial<ComponentProps<typeof TextField>>) {
  const t = useTranslator();
  return (
    <TextField
      label={t('admin.sign_in.code')}
      id="code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={30}
      {...props}
    />
  );
}
