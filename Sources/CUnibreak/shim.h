#pragma once
#include <stddef.h>
#include <linebreak.h>
