import { apiSchemas } from './api.ts'
import type { ApiRouteName } from './api-routes.ts'
import { type Shape, shapeOf } from './shape.ts'
import { protocolMessageNews, queueNews, socketMessage } from './socket.ts'

/**
 * The shapes of answers and socket messages as plain data, made from their schemas. The build puts the data in this
 * module's place, so that a page checks answers without the validation library (record 42).
 */

export const answerShapes = Object.fromEntries(
  Object.entries(apiSchemas).map(([name, { answer }]) => [name, shapeOf(answer)]),
) as Record<ApiRouteName, Shape>

export const socketMessageShape = shapeOf(socketMessage)

export const protocolMessageNewsShape = shapeOf(protocolMessageNews)

export const queueNewsShape = shapeOf(queueNews)
