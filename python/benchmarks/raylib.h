/* What PufferLib's Tetris asks of raylib, so that its core compiles without it: nothing is drawn here. */
#pragma once
#include <stdbool.h>

typedef struct Color {
	unsigned char r, g, b, a;
} Color;

#define BLACK ((Color){0, 0, 0, 255})
enum { KEY_TAB = 258, KEY_ESCAPE = 256 };

static inline bool IsKeyDown(int key) { return (void)key, false; }
static inline bool IsKeyPressed(int key) { return (void)key, false; }
static inline void InitWindow(int width, int height, const char *title) { (void)width, (void)height, (void)title; }
static inline void SetTargetFPS(int fps) { (void)fps; }
static inline void CloseWindow(void) {}
static inline void ToggleFullscreen(void) {}
static inline void BeginDrawing(void) {}
static inline void EndDrawing(void) {}
static inline void ClearBackground(Color color) { (void)color; }
static inline void DrawRectangle(int x, int y, int width, int height, Color color) {
	(void)x, (void)y, (void)width, (void)height, (void)color;
}
static inline void DrawText(const char *text, int x, int y, int size, Color color) {
	(void)text, (void)x, (void)y, (void)size, (void)color;
}
static inline const char *TextFormat(const char *text, ...) { return text; }
