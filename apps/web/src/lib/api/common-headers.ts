import { environment } from '../environment.ts';
import { currentDeviceType, type DeviceType, deviceId } from './device.ts';

/** The headers that the specification asks of every call, without the fan's token. */
export function commonHeaders(deviceType: DeviceType = currentDeviceType()): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Accept-Language': environment().languageType,
    'X-VersionCode': __LIGHTSTICK_BUILD__.commitId,
    'X-Deviceid': deviceId(),
    'X-Custom-Device-Type': deviceType,
  };
}
