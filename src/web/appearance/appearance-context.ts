import { createContext, useContext } from 'react';
import { defaultAppearance } from './appearance.ts';

export const AppearanceContext = createContext(defaultAppearance);

export const useAppearance = () => useContext(AppearanceContext);
