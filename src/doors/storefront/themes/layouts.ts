import type { ThemeId } from '../../../features/themes/theme.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { barro } from './barro.ts'
import type { Layout } from './layout.ts'
import { lino } from './lino.ts'
import { tinta } from './tinta.ts'

const layouts: Record<ThemeId, Layout> = { barro, lino, tinta }

export const layoutOf = ({ themeSettings }: Shop): Layout => layouts[themeSettings.theme]
