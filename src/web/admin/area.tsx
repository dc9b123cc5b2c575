import { Outlet } from 'react-router';
import { admit } from './admit.ts';

export const middleware = [admit];

/** Everything below `/admin`. */
export default function AdminArea() {
  return <Outlet />;
}
