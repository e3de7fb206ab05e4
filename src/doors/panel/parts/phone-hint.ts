import { t, type Localized } from '../../../core/texts/text.ts'
import type { StoreContext } from '../page.ts'
import { samplePhoneOf } from '../forms/samples.ts'

export function phoneHint(store: StoreContext['store']): Localized {
  const sample = samplePhoneOf(store)
  return sample === null
    ? t('Con el código del país.')
    : t('Por ejemplo {sample}. De otro país, con su código.', { sample })
}
