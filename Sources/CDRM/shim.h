#pragma once
#include <drm_fourcc.h>
#include <drm_mode.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// Function-like macros are not imported into Swift.
static const uint32_t CDRM_FORMAT_ARGB8888 = DRM_FORMAT_ARGB8888;
static const uint32_t CDRM_FORMAT_XRGB8888 = DRM_FORMAT_XRGB8888;
static const uint32_t CDRM_FORMAT_ABGR8888 = DRM_FORMAT_ABGR8888;
static const uint32_t CDRM_FORMAT_XBGR8888 = DRM_FORMAT_XBGR8888;
static const uint32_t CDRM_FORMAT_RGB888 = DRM_FORMAT_RGB888;
static const uint32_t CDRM_FORMAT_BGR888 = DRM_FORMAT_BGR888;
static const uint32_t CDRM_FORMAT_RGB565 = DRM_FORMAT_RGB565;
static const uint32_t CDRM_FORMAT_BGR565 = DRM_FORMAT_BGR565;
static const uint32_t CDRM_FORMAT_XRGB1555 = DRM_FORMAT_XRGB1555;
static const uint64_t CDRM_MODIFIER_LINEAR = DRM_FORMAT_MOD_LINEAR;
static const uint64_t CDRM_MODIFIER_INVALID = DRM_FORMAT_MOD_INVALID;
