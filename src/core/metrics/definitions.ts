/** OpenTelemetry's advice for `http.server.request.duration`, in seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
/** Its advice for `db.client.operation.duration`. */
const DATABASE_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]
/** Up to the end of the longest retry schedule, 75 hours. */
const DELIVERY_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 43_200, 270_000]

/** Label values come from the code, never from a request, so that their number is bounded. */
export const counters = {
  orders: {
    name: 'vitrina_orders_total',
    help: 'Attempts to place an order, by outcome and by who placed it (shopper, panel)',
    labelNames: ['result', 'by'],
  },
  deliveries: {
    name: 'vitrina_delivery_attempts_total',
    help: 'Attempts to deliver, by kind and result (done, retry, failed)',
    labelNames: ['kind', 'result'],
  },
  inbound: {
    name: 'vitrina_inbound_messages_total',
    help: 'Messages that people wrote on WhatsApp: received (repeated ones too), and by what came of them (answered, applied, …)',
    labelNames: ['result'],
  },
  unhandled: {
    name: 'vitrina_whatsapp_unhandled_total',
    help: "What WhatsApp's callbacks had and nobody handles, by Meta's word for it (image, audio, …; others are other)",
    labelNames: ['kind'],
  },
  priced: {
    name: 'vitrina_whatsapp_priced_total',
    help: "Messages by Meta's category and whether they are billed, each once",
    labelNames: ['category', 'billable'],
  },
  cache: {
    name: 'vitrina_cache_requests_total',
    help: 'Look-ups in a cache, by result (hit, miss)',
    labelNames: ['cache', 'result'],
  },
  signInAttempts: {
    name: 'vitrina_sign_in_proofs_total',
    help: 'Authentication attempts by method (the label proof), and those that succeeded (tried, proved)',
    labelNames: ['proof', 'result'],
  },
  signIns: {
    name: 'vitrina_sign_ins_total',
    help: 'Sessions started',
    labelNames: [],
  },
  limited: {
    name: 'vitrina_rate_limited_total',
    help: 'Requests rejected by a limit',
    labelNames: ['limit'],
  },
} as const

export const histograms = {
  requests: {
    name: 'http_server_request_duration_seconds',
    help: 'Duration of requests, by route template, method and status (499: the client disconnected before the response)',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: REQUEST_BUCKETS,
  },
  statements: {
    name: 'db_client_operation_duration_seconds',
    help: 'Duration of database statements, from sending to the response',
    labelNames: [],
    buckets: DATABASE_BUCKETS,
  },
  connectionWaits: {
    name: 'db_client_connection_wait_time_seconds',
    help: 'Time that work waited for a database connection where none was free',
    labelNames: [],
    buckets: DATABASE_BUCKETS,
  },
  deliveryTimes: {
    name: 'vitrina_delivery_duration_seconds',
    help: 'Time from enqueueing a delivery to its success, by kind; repeated ones are left out',
    labelNames: ['kind'],
    buckets: DELIVERY_BUCKETS,
  },
} as const

export const gauges = {
  activeRequests: {
    name: 'http_server_active_requests',
    help: 'Requests in flight',
    labelNames: [],
  },
  connections: {
    name: 'db_client_connection_count',
    help: 'Open database connections, by state (idle, used)',
    labelNames: ['state'],
  },
  connectionRequests: {
    name: 'db_client_connection_pending_requests',
    help: 'Work that waits for a database connection',
    labelNames: [],
  },
  maxConnections: {
    name: 'db_client_connection_max',
    help: 'Database connections that may be open at once',
    labelNames: [],
  },
  pending: {
    name: 'vitrina_deliveries_pending',
    help: 'Deliveries that wait, due or not, by kind; at most 10,000 of each are counted',
    labelNames: ['kind'],
  },
  oldestDue: {
    name: 'vitrina_deliveries_oldest_due_seconds',
    help: 'Seconds that the oldest due delivery is late, by kind; 0 when none is due',
    labelNames: ['kind'],
  },
  inboundLag: {
    name: 'vitrina_inbound_oldest_waiting_seconds',
    help: 'Seconds that the oldest message of WhatsApp waits to be handled; 0 when none does',
    labelNames: [],
  },
  ready: {
    name: 'vitrina_ready',
    help: '1 where the database answers and stores within a second, as /api/ready says; else 0',
    labelNames: [],
  },
  // Not `job`: Prometheus gives that name to what it scrapes.
  jobSuccess: {
    name: 'vitrina_maintenance_last_success_timestamp_seconds',
    help: 'When a maintenance job last succeeded',
    labelNames: ['task'],
  },
  jobInterval: {
    name: 'vitrina_maintenance_interval_seconds',
    help: 'How often a maintenance job runs',
    labelNames: ['task'],
  },
  diskFree: {
    name: 'vitrina_data_disk_free_bytes',
    help: 'Free space on the disk that holds DATA_DIR',
    labelNames: [],
  },
  diskSize: {
    name: 'vitrina_data_disk_size_bytes',
    help: 'Size of the disk that holds DATA_DIR',
    labelNames: [],
  },
  build: {
    name: 'vitrina_build_info',
    help: 'Versions of the service and of Node.js; always 1',
    labelNames: ['version', 'node'],
  },
} as const
