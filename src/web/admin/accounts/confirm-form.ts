import { data, type RouterContextProvider } from 'react-router';
import { servicesContext } from '../../services.ts';
import { requireSession } from '../authorize.ts';
import { formErrorInit, requestClient } from '../form-actions.ts';
import { confirmField, type UnconfirmedForm } from './confirm-password.tsx';

/** null if the sign-in is recent or the password is right. Otherwise the page asks for it, and keeps the form. */
export async function rejectUnconfirmed<T extends object>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  form: URLSearchParams,
  emptyResult: T,
) {
  const { accounts } = context.get(servicesContext);
  const password = form.get(confirmField) ?? '';
  const confirmed = await accounts.confirmPassword(requireSession(context), password, requestClient(request));
  if (confirmed.ok) return null;
  const unconfirmed: UnconfirmedForm = {
    errorCode: confirmed.error.code,
    fields: [...form].filter(([name]) => name !== confirmField),
  };
  return data({ ...emptyResult, unconfirmed }, formErrorInit(confirmed.error));
}
