import { Type, type Static } from 'typebox';
import { component, id, nullable, object, oneOf } from './schema-kit.ts';

/** Specification 2.3. */
export const ImageSchema = component(
  'Image',
  object({
    object: oneOf(['image']),
    id: nullable(id('image')),
    livemode: Type.Boolean(),
    status: oneOf(['importing', 'ready', 'failed']),
    url: nullable(Type.String({ format: 'uri' })),
    error: nullable(oneOf(['image_unreachable', 'image_invalid', 'image_too_large'])),
  }),
);

export type ImageObject = Static<typeof ImageSchema>;

export interface ImageRow {
  id: string;
  kind: 'logo' | 'screenshot';
  status: ImageObject['status'];
  asset_key: string | null;
  error: ImageObject['error'];
}

export function presentImage(image: ImageRow, livemode: boolean, assetsUrl: string): ImageObject {
  return {
    object: 'image',
    id: image.status === 'importing' ? null : image.id,
    livemode,
    status: image.status,
    url: image.asset_key && `${assetsUrl}/${image.asset_key}`,
    error: image.error,
  };
}
