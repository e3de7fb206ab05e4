import type { Report, Stats } from '../stats/stats.ts'
import { coffee, honey, ids } from './example-store.ts'

/** A week of sales of the example store. The sums add up, because readers may check them. */
export const report: Report = {
  storeId: ids.store,
  storeCurrency: 'GTQ',
  timeZone: 'America/Guatemala',
  timeZoneSource: 'CURRENCY_DERIVED',
  from: '2026-03-08T18:00:00.000Z',
  to: '2026-03-15T18:00:00.000Z',
  rangeKind: 'ROLLING',
  dateBasis: 'ORDER_CREATED_AT',
  state: 'AVAILABLE',
  currencies: [
    {
      currency: 'GTQ',
      realOrders: 14,
      completedOrders: 11,
      pendingOrders: 2,
      cancelledOrders: 1,
      confirmedRevenue: '2684.50',
      pendingAmount: '431.00',
      averageCompletedOrder: '244.05',
    },
  ],
  dailyCompleted: [
    { day: '2026-03-10', currency: 'GTQ', orders: 3, confirmedRevenue: '702.00' },
    { day: '2026-03-12', currency: 'GTQ', orders: 2, confirmedRevenue: '468.50' },
    { day: '2026-03-13', currency: 'GTQ', orders: 4, confirmedRevenue: '1024.00' },
    { day: '2026-03-14', currency: 'GTQ', orders: 2, confirmedRevenue: '490.00' },
  ],
  topProducts: [
    { productId: coffee.id, currency: 'GTQ', unitsSold: 19, grossItemSales: '1795.00' },
    { productId: honey.id, currency: 'GTQ', unitsSold: 12, grossItemSales: '660.00' },
  ],
  ranking: 'COMPLETED_ORDER_ITEM_QUANTITY_DESC',
  visitors: { state: 'UNAVAILABLE', value: null, reason: 'Las visitas no se cuentan' },
  conversion: { state: 'UNAVAILABLE', value: null, reason: 'Sin visitas no hay tasa de conversión' },
  attribution: { state: 'UNAVAILABLE', value: null, reason: 'No se consulta de dónde llega cada pedido' },
}

export const stats: Stats = {
  storeId: ids.store,
  currency: 'GTQ',
  totalOrders: 148,
  completedOrders: 131,
  revenue: 31940.5,
  averageOrder: 243.82,
  popularProducts: [
    { productId: coffee.id, name: coffee.name, unitsSold: 214, revenue: 19870 },
    { productId: honey.id, name: honey.name, unitsSold: 143, revenue: 7865 },
  ],
  conversionRate: 0.38,
}
