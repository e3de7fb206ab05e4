import { t } from '../../../core/texts/text.ts'
import type { Row } from '../row.ts'
import { type Format, ownKey } from './format.ts'

export const vitrina: Format = {
  name: 'vitrina',
  label: t('una hoja de cálculo'),
  isRecognised: () => true,
  dividesThousands: true,
  isOwn: true,
  hasLines: true,
  hasProductRow: true,
  hasProductCodes: true,
  keyOf: () => (row) => ownKey(row) ?? (isNameless(row) ? `line ${row.line}` : null),
  idOf: ({ id }) => id,
}

/** A row with a price that names no variant. Without a name it is refused; rows of variants and pictures belong to the product before. */
const isNameless = ({ cells: { price, variantName, option1Value } }: Row) =>
  Boolean(price) && !variantName && !option1Value
