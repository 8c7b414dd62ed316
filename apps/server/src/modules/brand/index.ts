import type { Module } from '#/services.ts';
import { brandRoutes } from './brand.routes.ts';

export { createCurrentBrand, readBrand, readPicture } from './brand.view.ts';
export { type Drawing, readDrawing } from './drawing.rules.ts';
export { type BrandPictureFile, makeBrand } from './make-brand.ts';

export const brand = { routes: brandRoutes } satisfies Module;
