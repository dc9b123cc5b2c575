import { goOn } from './admin-answer.ts';

/** `/admin` */
export const loader = () => goOn('/admin/blog');
