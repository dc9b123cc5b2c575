import { afterAll } from 'vitest';
import { stopProducts } from './open-product.ts';

afterAll(stopProducts);
